"""A doc-gen4 site → what it says of each declaration.

Takes a directory with `declarations/declaration-data.bmp` and module pages, gives a `Site`. Never
follows a link, never guesses: a page that doc-gen4 would not have written is refused as a whole.
"""

from leanbridge.source.docgen.data import read_data as read_data
from leanbridge.source.docgen.page import read_page as read_page
from leanbridge.source.docgen.records import Binder as Binder
from leanbridge.source.docgen.records import Code as Code
from leanbridge.source.docgen.records import Data as Data
from leanbridge.source.docgen.records import DocDeclaration as DocDeclaration
from leanbridge.source.docgen.records import Page as Page
from leanbridge.source.docgen.records import Site as Site
from leanbridge.source.docgen.records import SourceLink as SourceLink
from leanbridge.source.docgen.site import read_site as read_site
