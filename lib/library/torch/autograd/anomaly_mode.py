"""Whether backward() stops at the first nan, and names the operation that gave it."""

import warnings

from torch.autograd import engine


class set_detect_anomaly:
    """In force from the call on; as a context manager, to the end of the block."""

    def __init__(self, mode, check_nan=True):
        self.before = engine.stops_at_nan
        engine.stops_at_nan = bool(mode and check_nan)

    def __enter__(self):
        pass

    def __exit__(self, kind, value, trace):
        engine.stops_at_nan = self.before


def detect_anomaly(check_nan=True):
    warnings.warn("Anomaly Detection has been enabled. This mode will increase the runtime and "
                  "should only be enabled for debugging.")
    return set_detect_anomaly(True, check_nan)
