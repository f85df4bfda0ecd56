// What @react-native/metro-babel-transformer does: the preset, for Hermes.
const { transformFromAstSync, parseSync } = require("@babel/core");

module.exports.transform = ({ filename, options, src, plugins }) => {
  const config = {
    filename, sourceType: "unambiguous", ast: true, babelrc: false, configFile: false, plugins,
    presets: [[require("metro-react-native-babel-preset"), { unstable_transformProfile: "hermes-stable", dev: options.dev, enableBabelRuntime: false }]],
    caller: { name: "metro", bundler: "metro", platform: options.platform },
  };
  const { ast } = transformFromAstSync(parseSync(src, config), src, { ...config, code: false });
  return { ast };
};
