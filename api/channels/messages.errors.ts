import { invalidField, notFound } from "../http/http-error.ts";

export const threadNotFound = () => notFound("Thread");

export const threadWithSomebodyElse = (field: "workflow_id" | "folder_id" | "assistant") =>
  invalidField([field], "The thread is with another partner: leave this out, or begin a new thread without thread_id");
