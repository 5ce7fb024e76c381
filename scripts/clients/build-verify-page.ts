import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROLLDOWN, run, SOURCE } from "./run-program.ts";

const PAGE = join(SOURCE, "verify/page");
const PLACE = "/* the program */";

/** Returns the page that checks a record, program and style in one file: it works from a disk, without a server. */
export const buildVerifyPage = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "ringdown-verify-page-"));
  try {
    const bundle = join(folder, "page.js");
    run(ROLLDOWN, join(PAGE, "main.ts"), "--file", bundle, "--platform", "browser", "--format", "esm", "--minify");
    // A program within a page must not end its element.
    const program = readFileSync(bundle, "utf8").trimEnd().replaceAll("</script", "<\\/script");
    const [head, tail, ...others] = readFileSync(join(PAGE, "page.html"), "utf8").split(PLACE);
    if (tail === undefined || others.length > 0) throw new Error(`page.html has not one ${PLACE}`);
    return `${head}${program}${tail}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
};
