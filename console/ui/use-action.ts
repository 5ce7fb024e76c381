import { useMutation, type UseMutationResult } from "@tanstack/react-query";
import { words } from "../words/words.ts";
import { toasts } from "./toasts.tsx";

interface ActionOptions<Input, Output> {
  run(input: Input): Promise<Output>;
  onDone?(output: Output, input: Input): unknown;
  /** What is said when it worked. */
  said?: string | ((output: Output, input: Input) => string);
  /** True where the refusal is shown in place, such as in a form. */
  isQuietOnRefusal?: boolean;
}

/** Something that a person does here: says that it worked, or the API's sentence why it did not. */
export const useAction = <Input = void, Output = unknown>({
  run,
  onDone,
  said,
  isQuietOnRefusal = false,
}: ActionOptions<Input, Output>): UseMutationResult<Output, Error, Input> =>
  useMutation({
    mutationFn: run,
    // Repeating is the client's matter, under one idempotency key; offline it refuses with a sentence.
    networkMode: "always",
    onSuccess: async (output, input) => {
      if (said !== undefined) toasts.add({ title: typeof said === "string" ? said : said(output, input) });
      await onDone?.(output, input);
    },
    onError: (error) => {
      if (!isQuietOnRefusal) toasts.add({ type: "error", title: words.shell.refused, description: error.message });
    },
  });
