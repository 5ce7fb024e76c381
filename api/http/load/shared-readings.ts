/** One event of a stream; `id` comes back as Last-Event-ID when a client connects again. */
export interface StreamEvent {
  id?: string;
  event?: string;
  data: unknown;
}

/** The result of one read of a topic. */
export interface Reading {
  /** Returns the events for a listener who has seen everything up to `lastEventId`; null: it has seen nothing yet. */
  eventsAfter(lastEventId: string | null): readonly StreamEvent[] | Promise<readonly StreamEvent[]>;
  /**
   * Set when nothing follows: the last event of the streams is named `end` and holds this. Its id comes back when a client
   * connects again, which then gets no stream while the topic is still over.
   */
  end?: { data: unknown };
}

/** A subject that listeners follow. All listeners of the same name in an organization share its reads. */
export interface Topic {
  /** Unique within the organization; includes the role or the key when the content depends on it. */
  name: string;
  everyMs: number;
  read(): Promise<Reading>;
}

interface Listener {
  onReading(reading: Reading): void;
  /** Called when a read failed: there are no further readings. */
  onFailure(error: unknown): void;
}

interface SharedReadings {
  /** Reads the topic, or takes the latest reading of a followed topic. Rejects when that read fails. */
  join(organizationId: number, topic: Topic, listener: Listener): Promise<() => void>;
}

/** Reads each topic once for all of its listeners, and not at all without listeners. */
export const createSharedReadings = (): SharedReadings => {
  const followed = new Map<string, FollowedTopic>();
  return {
    join: async (organizationId, topic, listener) => {
      const key = `${organizationId} ${topic.name}`;
      const found = followed.get(key) ?? followTopic(topic, () => followed.delete(key));
      followed.set(key, found);
      return found.join(listener);
    },
  };
};

interface FollowedTopic {
  join(listener: Listener): Promise<() => void>;
}

const followTopic = (topic: Topic, onEnd: () => void): FollowedTopic => {
  const listeners = new Set<Listener>();
  let latest = topic.read();
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;
  const end = () => {
    isEnded = true;
    clearTimeout(timer);
    onEnd();
  };
  const fail = (error: unknown) => {
    end();
    for (const listener of listeners) listener.onFailure(error);
  };
  const schedule = () => {
    if (!isEnded) timer = setTimeout(() => void readAgain(), topic.everyMs);
  };
  const readAgain = async () => {
    latest = topic.read();
    try {
      const reading = await latest;
      for (const listener of listeners) listener.onReading(reading);
      schedule();
    } catch (error) {
      fail(error);
    }
  };
  latest.then(schedule, fail);
  return {
    join: async (listener) => {
      listeners.add(listener);
      const leave = () => {
        listeners.delete(listener);
        if (listeners.size === 0 && !isEnded) end();
      };
      try {
        listener.onReading(await latest);
        return leave;
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
};
