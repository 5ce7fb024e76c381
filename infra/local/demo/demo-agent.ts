/** The demo's agent: it greets by name, says its message, says goodbye. */
export const demoAgent = {
  name: "Appointment reminder",
  workflow_definition: {
    nodes: [
      {
        id: "start",
        type: "startCall",
        position: { x: 0, y: 0 },
        data: {
          name: "Greeting",
          prompt: "Greet the person by name and remind them of tomorrow's appointment.",
          greeting: "Hello {{name}}, this is a reminder of your appointment tomorrow.",
        },
      },
      { id: "end", type: "endCall", position: { x: 0, y: 200 }, data: { name: "Goodbye", prompt: "Say goodbye." } },
    ],
    edges: [
      { id: "done", source: "start", target: "end", data: { label: "Done", condition: "Nothing is left to say." } },
    ],
  },
};

/** The behaviour of the simulator's people: at forty times real speed, with the faults of real networks. */
export const demoScript = {
  seed: "ringdown-demo",
  speed: 40,
  defaults: {
    weights: { answered: 50, voicemail: 14, no_answer: 18, busy: 10, rejected: 4, failed: 2, opted_out: 2 },
    ring_seconds: [4, 16],
    talk_seconds: [15, 60],
    misbehaviours: {
      response_lost: 0.02,
      callback_duplicated: 0.1,
      callback_reordered: 0.1,
      event_before_response: 0.05,
      throttled: 0.02,
      retry_after_seconds: 1,
    },
  },
};
