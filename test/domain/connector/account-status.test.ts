import { expect, it } from "@jest/globals";
import { isConnected, isRevoked } from "../../../domain/connector/account-status.ts";

it.each([
  ["connected", true, false],
  ["expired", false, false],
  ["revoked", false, true],
] as const)("an account that is %s can be used: %p, and was taken away: %p", (status, canBeUsed, wasTakenAway) => {
  expect([isConnected({ status }), isRevoked({ status })]).toEqual([canBeUsed, wasTakenAway]);
});
