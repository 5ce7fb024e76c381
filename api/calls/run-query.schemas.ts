import { z } from "zod";
import { ANSWERERS } from "../../domain/answerer/answered-by.rules.ts";
import { ENVIRONMENTS } from "../../domain/environment/sandbox.rules.ts";
import type { RunFilter } from "../../infra/postgres/call/run-filters.ts";
import { optional } from "../http/fields.ts";

const instant = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })]);

/** What people look for in a list of calls, beside `filters`, which published clients send. */
export const runQueryFields = {
  phone_number: optional(z.string().trim().min(1).max(64)).meta({
    description: "Part of the number of either side, however it is written",
  }),
  outcome: optional(z.string().min(1).max(64)).meta({ description: "Calls that ended so, such as `no_answer`" }),
  disposition: optional(z.string().min(1).max(255)).meta({
    description: "Calls with this disposition of the agent, or this outcome where it gave none",
  }),
  answered_by: optional(z.enum(ANSWERERS)).meta({ description: "Calls that were answered by these" }),
  status: optional(z.enum(["completed", "in_progress"])).meta({ description: "Calls that are over, or that are not" }),
  call_direction: optional(z.enum(["inbound", "outbound"])).meta({ description: "Calls in, or calls out" }),
  environment: optional(z.enum(ENVIRONMENTS)).meta({
    description: "Calls of production, or of the sandbox",
  }),
  start_date: optional(instant).meta({
    description: "Calls from this instant on; a date is a day in the organization's zone",
  }),
  end_date: optional(instant).meta({
    description: "Inclusive; a date without a time is a whole day in the organization's zone, as in calls.dailyUsage",
  }),
};

type RunQuery = { [Name in keyof typeof runQueryFields]?: z.output<(typeof runQueryFields)[Name]> };

/** Returns the filters that the parameters stand for. */
export const listQueryFilters = (query: RunQuery): RunFilter[] => {
  const {
    phone_number: number,
    outcome,
    answered_by: answerer,
    disposition,
    status,
    call_direction: direction,
    environment,
  } = query;
  const { start_date: from, end_date: to } = query;
  return [
    ...(number === undefined ? [] : [{ attribute: "phoneNumber" as const, value: { value: number } }]),
    ...(outcome === undefined ? [] : [{ attribute: "outcome" as const, value: { codes: [outcome] } }]),
    ...(answerer === undefined ? [] : [{ attribute: "answeredBy" as const, value: { codes: [answerer] } }]),
    ...(disposition === undefined ? [] : [{ attribute: "dispositionCode" as const, value: { codes: [disposition] } }]),
    ...(status === undefined ? [] : [{ attribute: "status" as const, value: { status } }]),
    ...(direction === undefined ? [] : [{ attribute: "callDirection" as const, value: { status: direction } }]),
    ...(environment === undefined ? [] : [{ attribute: "environment" as const, value: { status: environment } }]),
    ...(from || to ? [{ attribute: "dateRange" as const, value: { from, to } }] : []),
  ];
};
