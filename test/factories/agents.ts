/** The smallest agent that can call: it greets, by name, and says goodbye. */
export const minimalDefinition = (greeting = "Hello {{name}}, this is a call from Example.") => ({
  nodes: [
    {
      id: "start",
      type: "startCall",
      position: { x: 0, y: 0 },
      data: { name: "Greeting", prompt: "Greet the caller.", greeting },
    },
    { id: "end", type: "endCall", position: { x: 0, y: 200 }, data: { name: "Goodbye", prompt: "Say goodbye." } },
  ],
  edges: [
    { id: "start-end", source: "start", target: "end", data: { label: "Done", condition: "Nothing is left to say." } },
  ],
});
