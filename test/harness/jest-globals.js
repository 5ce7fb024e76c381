/**
 * Test files import this as `@jest/globals`. Jest makes these functions anew for every test file, while files of the
 * harness that use them are evaluated once in a worker: each name here stands for the function of the file that runs.
 */
let current;

/** Called before a test file is evaluated. */
export const useGlobals = (globals) => {
  current = globals;
};

const ofRunningFile = (name) =>
  new Proxy(() => {}, {
    apply: (_target, _self, args) => current[name](...args),
    get: (_target, key) => current[name][key],
  });

export const afterAll = ofRunningFile("afterAll");
export const afterEach = ofRunningFile("afterEach");
export const beforeAll = ofRunningFile("beforeAll");
export const beforeEach = ofRunningFile("beforeEach");
export const describe = ofRunningFile("describe");
export const expect = ofRunningFile("expect");
export const it = ofRunningFile("it");
export const test = ofRunningFile("test");
