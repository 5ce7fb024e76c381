import { conflict, forbidden, notFound } from "../../http/http-error.ts";

export const supervisionNotFound = () => notFound("Supervision of this run");

export const disclosureOff = () =>
  forbidden(
    "disclosure_off",
    "The organization has switched the disclosure off, by which people know that somebody may listen: switch it on in the preferences to supervise calls",
  );

export const callNotInProgress = (state: string) =>
  conflict("call_not_in_progress", `Nobody talks in this call yet: it is ${state}`);

export const tooManySupervisors = (most: number) =>
  conflict("too_many_supervisors", `This call has ${most} supervisors: one of them has to leave first`);

export const supervisionOver = () => conflict("supervision_over", "This supervision is over: begin another one");

export const notJoined = () =>
  conflict("supervision_not_joined", "Open the connection of join.url first: a call is taken over by who is there");

export const takenOverAlready = () =>
  conflict("call_taken_over", "Somebody else has taken this call over: it can be when they have let go of it");

export const notTakenOver = () => conflict("call_not_taken_over", "Take the call over first: its agent speaks");

export const cannotTakeOver = (sentence: string) => conflict("take_over_impossible", sentence);

export const beingTransferred = () =>
  conflict("call_being_transferred", "The caller is being handed to a person, and its agent does not speak now");

export const tooManyUnsaid = (most: number) =>
  conflict("too_many_words", `${most} sentences wait to be said: wait until the agent's voice has said them`);
