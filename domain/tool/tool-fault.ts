/** Why a tool was not used: a sentence that the model reads and may act on. Nothing was sent. */
export class ToolFault extends Error {
  override readonly name = "ToolFault";
}
