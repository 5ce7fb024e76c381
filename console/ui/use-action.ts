import { type UseMutationResult, useMutation } from "@tanstack/react-query";
import { runUnderWay } from "./actions-under-way.ts";
import { sayRefused, toasts } from "./toasts.tsx";

interface ActionOptions<Input, Output> {
  run(input: Input): Promise<Output>;
  onDone?(output: Output, input: Input): unknown;
  /** The message on success. */
  said?: string | ((output: Output, input: Input) => string);
  /** True where the error is shown in place, as in a form; a function decides for each error. */
  isQuietOnRefusal?: boolean | ((error: Error) => boolean);
  /** True where the action saves nothing that was typed, such as a log-in while a form is sent. */
  savesNothing?: boolean;
}

/** Runs a person's action: shows a message on success, or why not on failure. */
export const useAction = <Input = void, Output = unknown>({
  run,
  onDone,
  said,
  isQuietOnRefusal = false,
  savesNothing = false,
}: ActionOptions<Input, Output>): UseMutationResult<Output, Error, Input> =>
  useMutation({
    mutationFn: (input) => (savesNothing ? run(input) : runUnderWay(() => run(input))),
    // The client itself repeats requests under one idempotency key; offline it rejects with a sentence.
    networkMode: "always",
    onSuccess: async (output, input) => {
      if (said !== undefined) toasts.add({ title: typeof said === "string" ? said : said(output, input) });
      await onDone?.(output, input);
    },
    onError: (error) => {
      const isQuiet = typeof isQuietOnRefusal === "boolean" ? isQuietOnRefusal : isQuietOnRefusal(error);
      if (!isQuiet) sayRefused(error);
    },
  });
