"""Run a command and tell what it took: ``python account.py OUTPUT COMMAND …`` prints one line of JSON.

The kernel counts a process's peak memory from its parent's at the moment it was started, so what is measured is
started by this small one and not by the benchmark.
"""

import json
import os
import subprocess
import sys
import time


def main(output: str, command: list[str]) -> None:
    """Run *command* with its output in the file *output*."""
    with open(output, "wb") as told:  # noqa: PTH123  pathlib would be most of what this process weighs
        started = time.perf_counter()
        process = subprocess.Popen(command, stdout=told, stderr=told)
        _, status, usage = os.wait4(process.pid, 0)
        wall_s = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    figures = {
        "cpu_s": usage.ru_utime + usage.ru_stime,
        "wall_s": wall_s,
        "peak_mb": usage.ru_maxrss / 1024,
        "code": process.returncode,
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
