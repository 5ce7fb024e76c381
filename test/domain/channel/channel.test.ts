import { expect, it } from "@jest/globals";
import { findCalleeFault } from "../../../domain/channel/channel.ts";

const STRANGER = { field: "user_id", sentence: "7 is no member of this channel: add them by user_ids" };
const NUMBERLESS = { field: "phone_number", sentence: "Nobody can be called without a number" };

it.each([
  ["a member with a number", { phone_number: "+12025550110", takes_calls: true }, [6, 7], null],
  ["a member who is away", { phone_number: "+12025550110", takes_calls: false }, [6, 7], null],
  ["a member without a number", { phone_number: null, takes_calls: true }, [6, 7], NUMBERLESS],
  ["a member who is not to be called", { phone_number: null, takes_calls: false }, [6, 7], null],
  ["a stranger", { phone_number: "+12025550110", takes_calls: true }, [6], STRANGER],
  ["a stranger without a number", { phone_number: null, takes_calls: true }, [], STRANGER],
])("a channel calls %s", (_, callee, memberIds, fault) => {
  expect(findCalleeFault({ user_id: 7, ...callee }, memberIds)).toEqual(fault);
});
