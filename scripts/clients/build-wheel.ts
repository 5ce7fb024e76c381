import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

const SOURCE = join(import.meta.dirname, "../../clients/python");

/**
 * Builds the Python package into a folder: the same sources give the same bytes. pip fetches the backend that `pyproject.toml` pins.
 * Returns why it was not built; null: it was.
 */
export const buildWheel = (folder: string, python = "python3"): string | null => {
  mkdirSync(folder, { recursive: true });
  const pip = [
    "-m",
    "pip",
    "wheel",
    "--quiet",
    "--disable-pip-version-check",
    "--no-deps",
    "--wheel-dir",
    folder,
    SOURCE,
  ];
  const { status, error, stderr } = spawnSync(python, pip, { encoding: "utf8" });
  if (error) return `${python} does not start: ${error.message}`;
  return status === 0 ? null : stderr.trim();
};
