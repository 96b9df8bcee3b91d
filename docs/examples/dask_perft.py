#!/usr/bin/env python3
"""Counts the units of `campione perft --split` on a dask cluster.

    campione perft 7 -v capablanca --split 3 > units.tsv
    python3 dask_perft.py units.tsv results.tsv --scheduler tcp://head:8786
    campione perft --sum units.tsv results.tsv

Without --scheduler the workers are processes of this machine. RESULTS takes each batch as it is done; after an
interruption the same command counts the rest. A batch whose worker dies is counted again on another. Needs
`distributed` (https://distributed.dask.org) here, and `campione` and `distributed` where the workers are.
"""

import argparse
import os
import subprocess
import sys
from functools import partial

from distributed import Client, as_completed


def count(command, units):
    """The results of some units; this runs on a worker."""
    done = subprocess.run(command, input="\n".join(units), stdout=subprocess.PIPE, text=True, check=True)
    results = done.stdout.splitlines()
    if [result.rpartition("\t")[0] for result in results] != units:
        raise RuntimeError(f"{command} does not answer with a result for each unit")
    return results


def remaining(units_file, results_file):
    """The units without result. A last result that was torn off is cut off."""
    known = set()
    if os.path.exists(results_file):
        with open(results_file, "r+b") as file:
            text = file.read()
            whole = text[: text.rfind(b"\n") + 1]
            file.truncate(len(whole))
        known = {line.rpartition("\t")[0] for line in whole.decode().splitlines()}
    with open(units_file, encoding="utf-8-sig") as file:
        lines = (line.rstrip("\r\n") for line in file)
        return [line for line in lines if line.count("\t") == 3 and line not in known]


def connect(options):
    """A client of the cluster that the command line asks for."""
    if options.scheduler is None:
        return Client(n_workers=options.workers, threads_per_worker=1, dashboard_address=None)
    if os.path.exists(options.scheduler):
        return Client(scheduler_file=options.scheduler)
    return Client(options.scheduler)


def main():
    parser = argparse.ArgumentParser(description="Counts units of campione perft --split on a dask cluster.")
    parser.add_argument("units", metavar="UNITS", help="what campione perft --split has printed")
    parser.add_argument("results", metavar="RESULTS", help="the file that takes the results; an old one is continued")
    parser.add_argument("--scheduler", metavar="ADDRESS|FILE", help="a scheduler that runs, or its --scheduler-file")
    parser.add_argument("--workers", type=int, help="without --scheduler: how many processes (default: all cores)")
    parser.add_argument("--batch", type=int, default=20, help="units that one task counts (default: 20)")
    parser.add_argument("--campione", default="campione", help="the command, as the workers find it")
    parser.add_argument("--threads", default="1", help="threads of a task (default: 1, for a task on each core)")
    parser.add_argument("--hash", metavar="MB", help="a table of that size for each task")
    options = parser.parse_args()

    units = remaining(options.units, options.results)
    batches = [units[start : start + options.batch] for start in range(0, len(units), options.batch)]
    command = [options.campione, "perft", "--units", "-", "--threads", options.threads]
    if options.hash:
        command += ["--hash", options.hash]

    counted, failed = 0, 0
    with connect(options) as client, open(options.results, "a", encoding="utf-8", newline="\n") as file:
        futures = client.map(partial(count, command), batches, pure=False, retries=3)
        for future in as_completed(futures):
            try:
                results = future.result()
            except Exception as error:  # whatever it was, the other batches go on
                print(f"a batch has failed: {error}", file=sys.stderr)
                failed += 1
                continue
            file.write("".join(result + "\n" for result in results))
            file.flush()
            os.fsync(file.fileno())
            counted += len(results)
            print(f"{counted} of {len(units)} units", file=sys.stderr)
            future.release()
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
