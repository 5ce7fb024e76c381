import { findViolatedConstraint } from "../../infra/postgres/unique-violation.ts";
import { conflict, notFound } from "../http/http-error.ts";

export const channelNotFound = () => notFound("Channel");
const channelNameTaken = (name: string) => conflict("channel_name_taken", `There is a channel named ${name} already`);

/** Converts the violation of a unique name to an error: another channel has it, perhaps since a moment ago. */
export const refuseTakenName = async <T>(name: string, change: () => Promise<T>): Promise<T> => {
  try {
    return await change();
  } catch (error) {
    if (findViolatedConstraint(error) === "folders_organization_id_name_key") throw channelNameTaken(name);
    throw error;
  }
};
