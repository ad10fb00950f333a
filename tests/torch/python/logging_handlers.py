import logging
import sys

log = logging.getLogger("train")
log.setLevel(logging.DEBUG)
handler = logging.StreamHandler(sys.stdout)
handler.setLevel(logging.INFO)
handler.setFormatter(logging.Formatter("%(name)s | %(levelname)-7s | %(message)s"))
log.addHandler(handler)
log.info("step %d loss %.3f", 3, 0.25)
log.debug("too small for the handler")
log.warning("slow")
logging.basicConfig(level="INFO", format="%(message)s", handlers=[logging.StreamHandler(sys.stdout)], force=True)
logging.getLogger("other").info("by the root's")
# expect: train | INFO    | step 3 loss 0.250
# expect: train | WARNING | slow
# expect: by the root's
