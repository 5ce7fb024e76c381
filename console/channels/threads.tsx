import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { formatMoment, formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { type Talk, threadsQuery } from "./channel-queries.ts";
import styles from "./channels.module.css";
import { groupThreads, readText } from "./posts.ts";
import { WritePost } from "./write-post.tsx";

/** Lists the threads with a partner, the latest first, and begins new ones. */
export const Threads = ({ talk, name }: { talk: Talk; name: string }) => {
  const { data } = useQuery(threadsQuery(talk));
  const threads = groupThreads(data?.events ?? []);
  return (
    <>
      <WritePost key={`${talk.channel} ${talk.agent}`} talk={talk} label={words.channels.writeTo(name)} />
      {data && threads.length === 0 ? (
        <p className={styles.soft}>{introductionOf(talk)}</p>
      ) : (
        <ul className={styles.threads} aria-label={words.channels.threads}>
          {threads.map(({ id, posts }) => (
            <li key={id}>
              <Link to="/channels" search={(former) => ({ ...former, thread: id })} className={styles.thread}>
                <strong>{posts[0] && readText(posts[0])}</strong>
                {posts.length > 1 && <span>{posts.map(readText).at(-1)}</span>}
                <small>
                  {words.channels.posts(formatWhole(posts.length))} · {formatMoment(posts.at(-1)?.at)}
                </small>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
};

const introductionOf = ({ channel, agent }: Talk): string => {
  if (channel !== undefined) return words.channels.channelText;
  return agent === undefined ? words.channels.assistantText : words.channels.agentText;
};
