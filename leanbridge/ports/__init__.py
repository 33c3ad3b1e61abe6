"""PYTHON: bindings of Lean names to Python, and values across the boundary."""

from leanbridge.ports.binding import BoundFunction as BoundFunction
from leanbridge.ports.calling import alarm as alarm
from leanbridge.ports.calling import call_port as call_port
from leanbridge.ports.config import Binding as Binding
from leanbridge.ports.config import Config as Config
from leanbridge.ports.config import Instance as Instance
from leanbridge.ports.config import PortSet as PortSet
from leanbridge.ports.config import read_config as read_config
from leanbridge.ports.fault import BoundaryFault as BoundaryFault
from leanbridge.ports.fault import PortSetUnavailable as PortSetUnavailable
from leanbridge.ports.fault import PortTimeout as PortTimeout
from leanbridge.ports.loading import Port as Port
from leanbridge.ports.loading import load_port as load_port
from leanbridge.ports.loading import source_of as source_of
from leanbridge.ports.marshal import Boundary as Boundary
from leanbridge.ports.marshal import Rounding as Rounding
from leanbridge.ports.marshal import from_python as from_python
from leanbridge.ports.marshal import to_python as to_python
from leanbridge.ports.structures import DeclaredStructures as DeclaredStructures
from leanbridge.ports.structures import field_telescope as field_telescope
