import { IllegalStateError } from "@temporalio/common";
import { DefaultLogger, Runtime } from "@temporalio/worker";
// A replay runs workflows in the process of the tests and never takes its hook for promises back: every promise of the
// test files that follow would be looked at twice.
import "../../worker/without-stack-traces.ts";

/**
 * Silences the SDK, because intended failures need no log. It has one runtime in a process, which an earlier test file
 * may have set up: then it is already as quiet as here.
 */
export const quietSdk = (): void => {
  try {
    Runtime.install({
      logger: new DefaultLogger("ERROR"),
      // A signal ends the process, as it would without the SDK.
      shutdownSignals: [],
      telemetryOptions: { logging: { filter: "ERROR", forward: {} } },
    });
  } catch (error) {
    if (!(error instanceof IllegalStateError)) throw error;
  }
};
