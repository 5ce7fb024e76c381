import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Channel } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Plus } from "../ui/icons.ts";
import { Page } from "../ui/page.tsx";
import { words } from "../words/words.ts";
import { ChannelHead } from "./channel-head.tsx";
import { ChannelName } from "./channel-name.tsx";
import { channelsQuery, type Talk, writableAgentsQuery } from "./channel-queries.ts";
import styles from "./channels.module.css";
import { ThreadView } from "./thread-view.tsx";
import { Threads } from "./threads.tsx";

const route = getRouteApi("/shell/channels");

/** The page on which people write to the assistant, in channels, and to single agents. */
export const Channels = () => {
  const talk = route.useSearch();
  const { data: channels } = useSuspenseQuery(channelsQuery);
  const { data: agents = [] } = useQuery(writableAgentsQuery);
  const [isMaking, setMaking] = useState(false);
  const channel = channels.find(({ id }) => id === talk.channel);
  const agent = agents.find(({ id }) => id === talk.agent);
  const name = channel?.name ?? agent?.name ?? words.channels.assistant;
  return (
    <Page
      title={words.shell.channels}
      actions={
        <Button needs="admin" onClick={() => setMaking(true)}>
          <Plus aria-hidden /> {words.channels.make}
        </Button>
      }
    >
      <div className={styles.channels}>
        <nav className={styles.partners} aria-label={words.channels.partners}>
          <Partner talk={{}} current={talk} name={words.channels.assistant} />
          <Group title={words.channels.channels} isEmpty={channels.length === 0}>
            {channels.map(({ id, name: each }) => (
              <Partner key={id} talk={{ channel: id }} current={talk} name={`# ${each}`} />
            ))}
          </Group>
          <Group title={words.shell.agents} isEmpty={agents.length === 0}>
            {agents.map(({ id, name: each }) => (
              <Partner key={id} talk={{ agent: id }} current={talk} name={each} />
            ))}
          </Group>
        </nav>
        <section className={styles.talk} aria-label={name}>
          <TalkHead talk={talk} channel={channel} name={name} />
          {talk.thread === undefined ? (
            <Threads talk={talk} name={name} />
          ) : (
            <ThreadView talk={talk} thread={talk.thread} />
          )}
        </section>
      </div>
      <Dialog isOpen={isMaking} onClose={() => setMaking(false)} title={words.channels.make}>
        <ChannelName onDone={() => setMaking(false)} />
      </Dialog>
    </Page>
  );
};

interface PartnerProps {
  talk: Talk;
  current: Talk;
  name: string;
}

const Partner = ({ talk, current, name }: PartnerProps) => (
  <Link
    to="/channels"
    search={talk}
    className={styles.partner}
    aria-current={talk.channel === current.channel && talk.agent === current.agent ? "true" : undefined}
  >
    {name}
  </Link>
);

const Group = ({ title, isEmpty, children }: { title: string; isEmpty: boolean; children: React.ReactNode }) => (
  <div className={styles.group}>
    <h2>{title}</h2>
    {isEmpty ? <p className={styles.soft}>{words.channels.none}</p> : children}
  </div>
);

const TalkHead = ({ talk, channel, name }: { talk: Talk; channel: Channel | undefined; name: string }) => (
  <header className={styles.head}>
    <h2>{name}</h2>
    {talk.thread !== undefined && (
      <Link to="/channels" search={(former) => ({ ...former, thread: undefined })} className={styles.back}>
        {words.channels.allThreads}
      </Link>
    )}
    {channel && <ChannelHead channel={channel} />}
  </header>
);
