import { managedNumbersOperations } from "./managed-numbers.operations.ts";
import { verifiedNumbersOperations } from "./verified-numbers.operations.ts";

export const numbersOperations = [...managedNumbersOperations, ...verifiedNumbersOperations];
