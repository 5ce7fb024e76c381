/** Why a tool was not used: a sentence for the model, which may act on it. Nothing was sent. */
export class ToolFault extends Error {
  override readonly name = "ToolFault";
}
