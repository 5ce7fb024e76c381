import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { TimelineEvent } from "../api/routes.ts";
import { describeEvent } from "../timeline/describe-event.ts";
import { formatExact, formatMoment } from "../words/format.ts";
import { words } from "../words/words.ts";
import { peopleQuery, type Talk, threadQuery, writableAgentsQuery } from "./channel-queries.ts";
import styles from "./channels.module.css";
import { findFormingReply, isOfPerson, readText } from "./posts.ts";
import { useDraft } from "./use-draft.ts";
import { WritePost } from "./write-post.tsx";

/** Kinds of events in a thread that wait for an answer in the inbox. */
const ASKS = new Set<TimelineEvent["kind"]>(["question", "action_proposed", "edit_proposed", "secret_requested"]);

/** Shows one thread from its beginning, and the reply that is being written, word by word. */
export const ThreadView = ({ talk, thread }: { talk: Talk; thread: string }) => {
  const { data } = useQuery(threadQuery(thread));
  const events = (data?.events ?? []).toReversed();
  const draft = useDraft(thread, events.findLast(isOfPerson)?.id);
  const forming = findFormingReply(draft, events);
  const nameOf = useNames();
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    end.current?.scrollIntoView({ block: "nearest" });
  }, [events.length, forming?.text]);
  return (
    <>
      <ol className={styles.posts} aria-label={words.channels.thread}>
        {events.map((event) => (
          <Post key={event.id} event={event} name={nameOf(event)} />
        ))}
        {forming && (
          <li data-speaker="agent" data-forms>
            <div className={styles.by}>
              <strong>{words.channels.writes}</strong>
            </div>
            <p>{forming.text || "…"}</p>
          </li>
        )}
      </ol>
      <div ref={end} />
      <WritePost key={thread} talk={talk} label={words.channels.reply} />
    </>
  );
};

const Post = ({ event, name }: { event: TimelineEvent; name: string }) =>
  event.kind === "message" ? (
    <li data-speaker={isOfPerson(event) ? "person" : "agent"}>
      <div className={styles.by}>
        <strong>{name}</strong>
        <time dateTime={event.at} title={formatExact(event.at)}>
          {formatMoment(event.at)}
        </time>
      </div>
      <p>{readText(event)}</p>
    </li>
  ) : (
    <li className={styles.note}>
      {ASKS.has(event.kind) ? <Link to="/inbox">{describeEvent(event)}</Link> : describeEvent(event)}
      {event.blocked && ` ${event.blocked.says}`}
    </li>
  );

/** Posts have the ids of their writers. */
const useNames = () => {
  const { data: people } = useQuery(peopleQuery);
  const { data: agents = [] } = useQuery(writableAgentsQuery);
  return ({ actor }: TimelineEvent): string => {
    const [kind, id] = actor.split(":");
    if (kind === "assistant") return words.channels.assistant;
    if (kind === "agent") return agents.find((agent) => agent.id === Number(id))?.name ?? words.calls.spokenByAgent;
    const person = kind === "user" ? people?.members.find(({ user_id: userId }) => userId === Number(id)) : undefined;
    return person?.name ?? person?.email ?? actor;
  };
};
