// What React Native sets up before an app, but for what draws.
require("react-native/Libraries/Core/setUpGlobals");
require("react-native/Libraries/Core/setUpDOM");
require("react-native/Libraries/Core/setUpPerformance");
require("react-native/Libraries/Core/setUpErrorHandling");
require("react-native/Libraries/Core/polyfillPromise");
require("react-native/Libraries/Core/setUpRegeneratorRuntime");
require("react-native/Libraries/Core/setUpTimers");
require("react-native/Libraries/Core/setUpXHR");
require("react-native/Libraries/Core/setUpNavigator");
require("react-native/Libraries/Core/setUpBatchedBridge");
