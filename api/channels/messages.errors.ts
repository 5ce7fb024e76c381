import { invalidField, notFound } from "../http/http-error.ts";

export const threadNotFound = () => notFound("Thread");

export const threadWithSomebodyElse = (field: "workflow_id" | "folder_id" | "assistant") =>
  invalidField([field], "The thread is with another partner: leave this out, or begin a new thread without thread_id");

export const threadOfTexts = () =>
  invalidField(["thread_id"], "The thread is with a person who writes texts: answer them by POST /messages");
