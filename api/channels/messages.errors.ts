import { badRequest, invalidField, notFound } from "../http/http-error.ts";

export const threadNotFound = () => notFound("Thread");

export const agentCannotReply = (name: string, isArchived: boolean) =>
  badRequest(
    "agent_not_ready",
    isArchived
      ? `The agent ${name} is archived: make it active again`
      : `The agent ${name} has no published version: publish it first`,
  );

export const threadWithSomebodyElse = (field: "workflow_id" | "folder_id" | "assistant") =>
  invalidField([field], "The thread is with another partner: leave this out, or begin a new thread without thread_id");
