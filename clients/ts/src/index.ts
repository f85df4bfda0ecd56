export { MadangClient } from "./client.js";
export { nativeHints } from "./hints.js";
export { keepIn } from "./keep.js";
export { MadangRest, type ChatTurn, type DocumentFormat, type RestOptions } from "./rest.js";
export { ProtocolError, type ErrorCode, type ErrorInfo } from "./error.js";
export { frameTypes } from "./generated.js";
export type * from "./generated.js";
export type * from "./types.js";
