import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { z } from "zod";
import { operations } from "../../api/areas.ts";
import { buildOpenApiDocument } from "../../api/http/openapi/build-document.ts";
import { version } from "../../infra/version.ts";
import { type ApiContract, type ApiDocument, readContract } from "./contract.ts";

const FOLDER = join(import.meta.dirname, "released");
const ENDING = ".json.gz";

/** Reads what each version has promised, oldest first. */
export const readRecorded = (): ApiContract[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith(ENDING))
    .toSorted((one, other) => one.localeCompare(other, "en", { numeric: true }))
    .map(readFile);

const fields = z.record(z.string(), z.string());
const operation = z.object({
  id: z.string(),
  deprecated: z.boolean(),
  parameters: fields,
  request: fields,
  answer: fields,
});
const contractSchema = z.object({
  version: z.string(),
  operations: z.record(z.string(), operation),
  events: z.record(z.string(), fields),
});
/** Our own, which tests hold to OpenAPI. */
const documentSchema = z.custom<ApiDocument>((value) => typeof value === "object");

const readFile = (file: string): ApiContract =>
  contractSchema.parse(JSON.parse(gunzipSync(readFileSync(join(FOLDER, file))).toString("utf8")));

/** Reads what this checkout promises. */
export const readToday = (): ApiContract => {
  const built = buildOpenApiDocument(operations, { version, serverUrl: "/" });
  return readContract(documentSchema.parse(JSON.parse(JSON.stringify(built))));
};

/** Records what a version promises, which is compared with every later one. Returns the file. */
export const recordContract = (contract: ApiContract): string => {
  const file = join(FOLDER, `${contract.version}${ENDING}`);
  writeFileSync(file, gzipSync(JSON.stringify(contract), { level: 9 }));
  return file;
};
