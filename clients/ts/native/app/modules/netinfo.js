// @react-native-community/netinfo, as far as it is used: it tells the state at once, and what changes.
import RCTDeviceEventEmitter from "react-native/Libraries/EventEmitter/RCTDeviceEventEmitter";

export default {
  addEventListener(listener) {
    const subscription = RCTDeviceEventEmitter.addListener("network", listener);
    Promise.resolve().then(() => listener({ type: "wifi", isConnected: true }));
    return () => subscription.remove();
  },
};
