import type { NumberRentalActivities } from "../../workflows/number-rental/number-rental.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { checkRental, giveUpRental } from "./check-rental.ts";
import { pointRentedNumber } from "./point-rented-number.ts";
import { requestRental } from "./request-rental.ts";

export const createNumberRentalActivities = (deps: WorkerDependencies): NumberRentalActivities => ({
  requestRental: (input) => withHeartbeat(() => requestRental(deps, input)),
  lookForRental: (input) => withHeartbeat(() => checkRental(deps, input)),
  giveUpRental: (input) => withHeartbeat(() => giveUpRental(deps, input)),
  pointRentedNumber: (input) => withHeartbeat(() => pointRentedNumber(deps, input)),
});
