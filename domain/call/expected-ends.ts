export interface EndingCall {
  organization_id: number;
  uuid: string;
}

/** Calls of which this process has seen the conversation end, and whose carrier has yet to report that they are over. */
export interface ExpectedEnds {
  /** The conversation is over, or its connection has closed. */
  expect(run: EndingCall): void;
  /** The carrier has reported, or the conversation goes on. */
  settle(run: Pick<EndingCall, "uuid">): void;
  stop(): void;
}
