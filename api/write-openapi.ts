import { writeFile } from "node:fs/promises";
import { version } from "../infra/version.ts";
import { operations } from "./areas.ts";
import { buildOpenApiDocument } from "./http/openapi/build-document.ts";

/** Usage: `node write-openapi.ts FILE`. Builds run it; the API puts in its own address. */
const [file] = process.argv.slice(2);
if (!file) throw new Error("Name the file: node api/write-openapi.ts api/openapi.json");
await writeFile(file, JSON.stringify(buildOpenApiDocument(operations, { version, serverUrl: "/" })));
