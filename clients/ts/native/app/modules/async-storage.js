// @react-native-async-storage/async-storage, as far as it is used.
export default nativeModuleProxy.RNCAsyncStorage;
