import { createRequire, registerHooks } from "node:module";
import { relative } from "node:path";
import { pathToFileURL } from "node:url";
import runCircus from "jest-circus/runner";
import { useGlobals } from "./jest-globals.js";

const require = createRequire(import.meta.url);
const TESTS = new URL("../", import.meta.url).href;
const GLOBALS = new URL("./jest-globals.js", import.meta.url).href;

// What lies in `test/` may register hooks of the file that imports it and keep what that file did: every test file has
// its own, told apart by the search of their addresses.
registerHooks({
  resolve: (specifier, context, nextResolve) => {
    if (specifier === "@jest/globals") return { url: GLOBALS, format: "module", shortCircuit: true };
    const resolved = nextResolve(specifier, context);
    const { search } = new URL(context.parentURL ?? TESTS);
    if (!search || !resolved.url.startsWith(TESTS)) return resolved;
    return { ...resolved, url: `${resolved.url}${search}` };
  },
});

/**
 * Runs a test file with Jest's own framework, but lets Node load it: a worker evaluates the modules of the product and of
 * its dependencies once for all of its test files, and not once for each of them.
 */
const runTestFile = async (globalConfig, config, environment, runtime, testPath, sendMessageToJest) => {
  // Jest keeps the tests of a file in variables of this module, so that every file needs a fresh one.
  runtime.requireInternalModule = (path) => {
    delete require.cache[path];
    return require(path);
  };
  runtime.setGlobalsForRuntime = useGlobals;
  runtime.unstable_importModule = (path) =>
    import(`${pathToFileURL(path).href}?in=${encodeURIComponent(relative(config.rootDir, testPath))}`);
  return runCircus.default(globalConfig, config, environment, runtime, testPath, sendMessageToJest);
};

export default runTestFile;
