// Package configs holds what an operator can set and the rule files that
// ship with the program.
//
// Settings come from four sources, each overruling the one before:
//
//	defaults < YAML file < environment < flags
//
// The YAML file is the one named by --config, else by MADANG_CONFIG, else
// ./madang.yaml when that exists. Load reports every mistake of all sources
// at once, each with the setting's name and the place it came from.
package configs
