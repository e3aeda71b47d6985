"""The entry point of the program: `nfvgen`, or `python -m generator`.

Loading the command line takes a while. Who interrupts it then gets no traceback: the
process ends by the signal, as programs do that leave it alone.
"""

import gc
import signal


def main() -> None:
    """Run the program."""
    # A run is short and leaves no garbage to speak of: collecting it would take longer.
    gc.disable()
    # Not where interrupts are ignored, as in the background of a shell.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from generator.cli import main as run

    run()


if __name__ == "__main__":
    main()
