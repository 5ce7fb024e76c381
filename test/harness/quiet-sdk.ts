import { IllegalStateError } from "@temporalio/common";
import { DefaultLogger, Runtime } from "@temporalio/worker";

/**
 * What goes wrong on purpose in a test needs no log. The SDK has one runtime in a process, which a test file before this
 * one may have set up: then it is as quiet as this one would be.
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
