import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import { LongTextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { describeSubject, postsKey, type Talk } from "./channel-queries.ts";

/** Begins a thread, or continues the open one. */
export const WritePost = ({ talk, label }: { talk: Talk; label: string }) => {
  const queries = useQueryClient();
  const navigate = useNavigate({ from: "/channels" });
  const [text, setText] = useState("");
  const post = useAction({
    run: () =>
      callApi("POST /timeline/message", {
        body: {
          text,
          ...(describeSubject(talk) ?? { assistant: true }),
          ...(talk.thread !== undefined && { thread_id: talk.thread }),
        },
      }),
    onDone: async ({ thread_id: thread }) => {
      setText("");
      await queries.invalidateQueries({ queryKey: postsKey });
      await navigate({ search: (former) => ({ ...former, thread }) });
    },
    isQuietOnRefusal: true,
  });
  return (
    <Form
      onSubmit={() => post.mutate()}
      action={words.channels.send}
      needs="operator"
      isBusy={post.isPending}
      isDisabled={text.trim() === ""}
      error={post.error}
    >
      <LongTextField label={label} value={text} onChange={setText} rows={2} />
    </Form>
  );
};
