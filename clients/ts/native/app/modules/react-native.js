// The part of the real one that is used; all of it would draw, too.
export { default as AppState } from "react-native/Libraries/AppState/AppState";
