"""Those who put questions: the scouts of files, the words of summaries and labels. Each has its rule-made twin, which stands
when no model answers, or none that can be believed.

Imports border, engine, llm, model, pipeline, shelf, stages, words.
"""
