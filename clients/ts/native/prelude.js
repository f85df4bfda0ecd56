// What a phone's native side gives to JavaScript: modules whose calls leave, and answers that come back.
// The engine's own command line has more than an app has.
delete globalThis.setTimeout;
delete globalThis.clearTimeout;
delete globalThis.setImmediate;

globalThis.nativePerformanceNow = Date.now;
globalThis.native = (function () {
  var waiting = {},
    last = 0;
  function say(what) {
    print("\u0001" + JSON.stringify(what));
  }
  function keep(fn) {
    waiting[++last] = fn;
    return { callback: last };
  }
  function call(module, method, args) {
    say({
      module: module,
      method: method,
      args: args.map(function (a) {
        return typeof a === "function" ? keep(a) : a;
      }),
    });
  }
  function module(name, methods, promised, constants) {
    var m = {
      addListener: function () {},
      removeListeners: function () {},
      getConstants: function () {
        return constants || {};
      },
    };
    methods.forEach(function (f) {
      m[f] = function () {
        call(name, f, [].slice.call(arguments));
      };
    });
    promised.forEach(function (f) {
      m[f] = function () {
        var args = [].slice.call(arguments);
        return new Promise(function (resolve, reject) {
          call(
            name,
            f,
            args.concat(resolve, function (text) {
              reject(new Error(text));
            }),
          );
        });
      };
    });
    return m;
  }
  globalThis.nativeModuleProxy = {
    Timing: module("Timing", ["createTimer", "deleteTimer", "setSendIdleEvents"], []),
    WebSocketModule: module("WebSocketModule", ["connect", "send", "sendBinary", "ping", "close"], []),
    Networking: module("Networking", ["sendRequest", "abortRequest", "clearCookies"], []),
    BlobModule: module(
      "BlobModule",
      [
        "addNetworkingHandler",
        "addWebSocketHandler",
        "removeWebSocketHandler",
        "sendOverSocket",
        "createFromParts",
        "release",
      ],
      [],
      { BLOB_URI_SCHEME: "content", BLOB_URI_HOST: null },
    ),
    FileReaderModule: module("FileReaderModule", [], ["readAsText", "readAsDataURL"]),
    AppState: module("AppState", ["getCurrentAppState"], [], { initialAppState: "active" }),
    ExceptionsManager: module(
      "ExceptionsManager",
      ["reportFatalException", "reportSoftException", "reportException", "updateExceptionMessage", "dismissRedbox"],
      [],
    ),
    PlatformConstants: module("PlatformConstants", [], [], {
      isTesting: false,
      Version: 33,
      Release: "13",
      reactNativeVersion: { major: 0, minor: 72, patch: 17 },
    }),
    RNCAsyncStorage: module("RNCAsyncStorage", [], ["getItem", "setItem", "removeItem"]),
  };
  globalThis.nativeLoggingHook = function (text, level) {
    say({ log: text, level: level });
  };
  return {
    say: say,
    /** start carries out the app's script; all else comes through React Native's own bridge. */
    start: function (script) {
      (0, eval)(script);
      globalThis.__fbBatchedBridge.flushedQueue();
    },
    emit: function (module, method, args) {
      globalThis.__fbBatchedBridge.callFunctionReturnFlushedQueue(module, method, args);
    },
    answer: function (id, args) {
      var fn = waiting[id];
      delete waiting[id];
      globalThis.__fbBatchedBridge.__guard(function () {
        fn.apply(null, args);
      });
      globalThis.__fbBatchedBridge.flushedQueue();
    },
  };
})();
