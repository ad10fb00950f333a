import logging
import sys

log = logging.getLogger(__name__)
log.info("below the level: nothing is shown")
print(log.isEnabledFor(logging.INFO), log.getEffectiveLevel())  # expect: False 30
logging.basicConfig(level=logging.INFO, stream=sys.stdout)
log.info("shape %s of %d", (2, 3), 4)  # expect: INFO:__main__:shape (2, 3) of 4
log.debug("below it, too")
log.setLevel("DEBUG")
log.debug("now shown")  # expect: DEBUG:__main__:now shown
logging.warning("at %.2f", 0.5)  # expect: WARNING:root:at 0.50
child = logging.getLogger("a.b")
logging.getLogger("a").setLevel(logging.ERROR)
child.warning("the level of a holds for a.b")
child.error("%(x)s", {"x": 1})  # expect: ERROR:a.b:1
print(child is logging.getLogger("a.b"))  # expect: True
print(child.name, logging.getLogger().name)  # expect: a.b root
logging.basicConfig(level=logging.DEBUG, format="%(levelname)s|%(message)s", stream=sys.stdout, force=True)
logging.getLogger("c").debug("another format")  # expect: DEBUG|another format
logging.getLogger("c").setLevel("LOUD")  # expect ValueError: Unknown level: 'LOUD'
