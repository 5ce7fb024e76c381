// Node keeps what it has compiled when it ends: a process that a test kills keeps it when it has started.
import { flushCompileCache } from "node:module";

setTimeout(flushCompileCache, 5_000).unref();
