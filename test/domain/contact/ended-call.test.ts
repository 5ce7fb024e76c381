import { describe, expect, it } from "@jest/globals";
import { describeEndedCall, explainNotTaken, isTakenCall } from "../../../domain/contact/ended-call.ts";

const call = describeEndedCall(
  {
    uuid: "00000000-0000-4000-8000-000000000001",
    agent_id: 1,
    campaign_id: null,
    direction: "inbound",
    outcome: "answered",
    disposition: null,
    answered_by: null,
    duration_seconds: 40,
    person_number: "+12025550123",
    gathered_context: {},
    initial_context: {},
  },
  undefined,
);

it("an ended call tells what is known of it and of its person, and says nothing of the rest", () => {
  expect(call).toEqual({
    phone_number: "+12025550123",
    name: "",
    timezone: "",
    run_uuid: "00000000-0000-4000-8000-000000000001",
    workflow_id: 1,
    campaign_id: null,
    direction: "inbound",
    outcome: "answered",
    disposition: "",
    answered_by: "",
    duration_seconds: 40,
    variables: {},
    attributes: {},
  });
  const run = {
    uuid: "00000000-0000-4000-8000-000000000002",
    agent_id: 2,
    campaign_id: 3,
    direction: "outbound",
    outcome: null,
    disposition: "interested",
    answered_by: "person",
    duration_seconds: null,
    person_number: null,
    gathered_context: { day: "Monday" },
    initial_context: { city: "Springfield" },
  };
  const person = { name: "Ada", timezone: "Europe/Berlin", attributes: { code: 7 } };
  expect(describeEndedCall(run, person)).toMatchObject({
    phone_number: "",
    name: "Ada",
    timezone: "Europe/Berlin",
    campaign_id: 3,
    outcome: "",
    disposition: "interested",
    answered_by: "person",
    duration_seconds: 0,
    variables: { day: "Monday" },
    attributes: { code: 7 },
  });
  expect(describeEndedCall(run, undefined).attributes).toEqual({ city: "Springfield" });
});

describe("an intake", () => {
  it("takes the calls that it asks for, while it is active", () => {
    expect(isTakenCall(call, { isActive: true, wasDialled: true, asksFor: () => true })).toBe(true);
    expect(
      isTakenCall(call, { isActive: true, wasDialled: true, asksFor: ({ duration_seconds }) => duration_seconds > 60 }),
    ).toBe(false);
    expect(isTakenCall(call, { isActive: false, wasDialled: true, asksFor: () => true })).toBe(false);
    expect(isTakenCall(call, { isActive: true, wasDialled: true, asksFor: null })).toBe(false);
  });

  it("takes nobody of a call that was not dialled", () => {
    expect(isTakenCall(call, { isActive: true, wasDialled: false, asksFor: () => true })).toBe(false);
  });

  it("takes nobody who may not be called any more", () => {
    expect(explainNotTaken({ hasOptedOut: false, isOnDoNotCallList: false })).toBeNull();
    expect(explainNotTaken({ hasOptedOut: true, isOnDoNotCallList: true })).toMatch(/asked in this call/);
    expect(explainNotTaken({ hasOptedOut: false, isOnDoNotCallList: true })).toMatch(/do-not-call list/);
  });
});
